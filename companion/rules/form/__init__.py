"""A round as a form has it: its fields, the document that they make, what is still open."""

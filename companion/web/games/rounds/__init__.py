"""A round: entering it, correcting it, removing it, and why it scored what it scored."""

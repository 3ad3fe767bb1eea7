"""The steps of the schema, in order, run by `companion.store.migration`."""

"""A second scorer, written from `docs/rules` alone and without `companion`, so that both can be compared."""

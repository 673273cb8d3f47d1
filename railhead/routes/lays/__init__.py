"""What tile lays are worth: by how much each raises a company's best run."""

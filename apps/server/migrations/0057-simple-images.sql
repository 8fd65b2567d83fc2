-- Pictures for people with low vision: a light ground, dark outlines, nothing behind the things and nothing over them.
ALTER TABLE answer_records ADD COLUMN simple_images boolean NOT NULL DEFAULT false;

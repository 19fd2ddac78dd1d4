/** 10 MB (rulings, "Files"). */
export const FILE_MAX_BYTES = 10 * 1024 * 1024;

/** Where `user_saveFile` can tie a file to a person (rulings, "Bodies"). */
export const userFileKeys = ['profile_pic_id_fk', 'resume_file_id_fk', 'agreement_file_id_fk'] as const;
export type UserFileKey = (typeof userFileKeys)[number];

/** Resources are kept apart for those who read them. */
export const resourceTypes = ['student', 'business'] as const;
export type ResourceType = (typeof resourceTypes)[number];

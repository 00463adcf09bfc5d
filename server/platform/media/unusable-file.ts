/** Its message says what is wrong with the file, and what to do. */
export class UnusableFileError extends Error {}

/** Its message tells the person who runs the installation what to do. Any other error is a bug. */
export class ExpectedError extends Error {}

export const formatError = (error: unknown): string =>
  error instanceof ExpectedError ? error.message : `Failed: ${(error as Error).message}`

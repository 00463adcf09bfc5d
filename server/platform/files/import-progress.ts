export interface ImportProgress {
  start(files: number, bytes: number): void
  /** `bytes`: processed so far across all files. `files`: completed so far, for callers without `completeFile`. */
  advance(bytes: number, files?: number): void
  completeFile(outcome: { path: string; result: string }): void
  startStep(text: string): void
  end(): void
}

import { notify } from './snackbars.ts'

/** Without permission or HTTPS the browser refuses. */
export async function copyText(text: string, result: { copied: string; failed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify('success', result.copied)
  } catch {
    notify('error', result.failed)
  }
}

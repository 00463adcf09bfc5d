import { notify } from './snackbars.ts'

/** The browser refuses without permission or HTTPS. */
export async function copyText(text: string, result: { copied: string; failed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify('success', result.copied)
  } catch {
    notify('error', result.failed)
  }
}

import { loadStrings } from '#lib/i18n/load-strings.ts'

/** The dialog's code and texts. */
export async function loadDialog() {
  const [{ DetailDialog }] = await Promise.all([import('./DetailDialog.tsx'), loadStrings('video-detail')])
  return { default: DetailDialog }
}

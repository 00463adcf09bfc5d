const wide = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]/
const mediumWide = /[A-Z0-9@%&mw—…]/
const narrow = /[iljtfrI1.,:;'|! ·]/

function estimateAdvance(char: string): number {
  if (wide.test(char)) return 1
  if (narrow.test(char)) return 0.36
  return mediumWide.test(char) ? 0.7 : 0.57
}

/** Width in em, estimated generously. */
export const estimateWidth = (text: string) => [...text].reduce((sum, char) => sum + estimateAdvance(char), 0)

/** Desktop drawings are shown on phones at half their size. */
const getMinSize = (size: number) => (size > 20.5 ? 21.5 : 12)

export function fitText(text: string, size: number, width: number): { text: string; size: number } {
  const minSize = Math.min(size, getMinSize(size))
  const fittedSize = Math.max(minSize, Math.min(size, Math.floor((width / estimateWidth(text)) * 10) / 10))
  if (estimateWidth(text) * fittedSize <= width) return { text, size: fittedSize }
  let cut = text
  while (cut && estimateWidth(`${cut}…`) * minSize > width) cut = cut.slice(0, -1)
  return { text: `${cut.trimEnd()}…`, size: minSize }
}

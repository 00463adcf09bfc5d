const wide = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]/
const broad = /[A-Z0-9@%&mw—…]/
const narrow = /[iljtfrI1.,:;'|! ·]/

function advance(char: string): number {
  if (wide.test(char)) return 1
  if (narrow.test(char)) return 0.36
  return broad.test(char) ? 0.7 : 0.57
}

/** About how many times its own size a text is wide; rather too much than too little. */
export const breadth = (text: string) => [...text].reduce((sum, char) => sum + advance(char), 0)

/** Desktops are drawn large, to be read on a phone at half their size. */
const smallest = (size: number) => (size > 20.5 ? 21.5 : 12)

/** A text at the size at which it fits a width; cut where even the smallest readable size does not help. */
export function fitText(text: string, size: number, width: number): { text: string; size: number } {
  const least = Math.min(size, smallest(size))
  const fitting = Math.max(least, Math.min(size, Math.floor((width / breadth(text)) * 10) / 10))
  if (breadth(text) * fitting <= width) return { text, size: fitting }
  let cut = text
  while (cut && breadth(`${cut}…`) * least > width) cut = cut.slice(0, -1)
  return { text: `${cut.trimEnd()}…`, size: least }
}

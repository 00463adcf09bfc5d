const queryCall = /\.(?:query|exec|unsafe)\s*(?=[<(])/g
const template = /\(\s*`((?:\\.|[^`\\])*)/y
const quoted = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/y

/** The lines on which a query is called with a template that has a value in it. */
export function findInterpolatedQueries(text: string): number[] {
  return [...text.matchAll(queryCall)].flatMap(({ index, 0: name }) => {
    template.lastIndex = skipTypeArguments(text, index + name.length)
    const query = template.exec(text)?.[1] ?? ''
    return /(?<!\\)(?:\\\\)*\$\{/.test(query) ? [text.slice(0, index).split('\n').length] : []
  })
}

/** Where the types that a call is given end; where they begin when there are none. */
function skipTypeArguments(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    quoted.lastIndex = at
    const [word] = quoted.exec(text) ?? []
    if (word) at += word.length - 1
    else if (text[at] === '<') depth++
    else if (text[at] === '>' && text[at - 1] !== '=') depth--
    if (depth === 0) return text[at] === '>' ? at + 1 : from
  }
  return from
}

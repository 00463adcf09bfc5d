/**
 * Turns the `style` attributes of prerendered markup, which the content security policy blocks, into classes of one
 * style sheet. Its rules are unlayered, so that they outrank all layers, as the attributes do.
 */
export function extractStyles<Name extends string>(
  markup: Readonly<Record<Name, string>>,
): { html: Record<Name, string>; css: string } {
  const classes = new Map<string, string>()
  const getClass = (style: string) => {
    const name = classes.get(style) ?? `skeleton-${classes.size}`
    classes.set(style, name)
    return name
  }
  const replaceTag = (tag: string) => {
    const style = / style="([^"]*)"/.exec(tag)
    if (!style) return tag
    const plain = tag.replace(style[0], '')
    const name = getClass(style[1] ?? '')
    return plain.includes(' class="')
      ? plain.replace(' class="', ` class="${name} `)
      : plain.replace(/^<[\w-]+/, (start) => `${start} class="${name}"`)
  }
  const html = Object.fromEntries(
    Object.entries<string>(markup).map(([name, text]) => [
      name,
      text.replace(/<[a-z][^>]*? style="[^"]*"[^>]*>/g, replaceTag),
    ]),
  ) as Record<Name, string>
  const rules = [...classes].map(([style, name]) => `.${name}{${style.replaceAll('&quot;', '"')}}`)
  return { html, css: rules.join('') }
}

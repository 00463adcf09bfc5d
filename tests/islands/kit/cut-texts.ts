/** Finds selects whose text does not fit, measured in their own font: Chromium cuts it off without an ellipsis. */
export function findCutSelects(): string[] {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) throw new Error('there is no canvas')
  return [...document.querySelectorAll('main select')].flatMap((select) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select)
    context.font = font
    const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    const texts = [...select.querySelectorAll('option')].map((option) => option.textContent)
    return texts.filter((text) => context.measureText(text).width > room + 1)
  })
}

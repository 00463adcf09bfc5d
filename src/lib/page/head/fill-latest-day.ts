import type { Locale } from '#contract/platform/locale.ts'
import { getWeekday } from '#contract/reports/calendar.ts'
import type { LatestDay } from '#contract/reports/latest-day.ts'
import { formatDayOfWeek, formatWeekday } from '#lib/format/day.ts'
import { createDayScale } from '#lib/format/day-scale.ts'
import { formatMoney } from '#lib/format/number.ts'

/** What is there before any script: placeholders, by `data-fill`. */
const findSkeleton = () => {
  const name = document.documentElement.hasAttribute('data-item') ? 'item' : 'page'
  return document.querySelector<HTMLElement>(`[data-skeleton=${name}]:has([data-fill=days])`)
}

const parsed = () =>
  new Promise<void>((resolve) => {
    if (document.readyState === 'loading')
      addEventListener('DOMContentLoaded', () => resolve(), { once: true })
    else resolve()
  })

function place(element: Element | null | undefined, style: Partial<CSSStyleDeclaration> | null): void {
  if (!(element instanceof HTMLElement) || !style) return
  Object.assign(element.style, style)
  element.hidden = false
}

function fill(skeleton: HTMLElement, { report, currency }: LatestDay, locale: Locale): void {
  const latest = report?.days.at(-1)
  if (!report || !latest || latest.profit === null) return
  const { zero, drawBar, drawBand } = createDayScale(report.days)
  const find = (name: string) => skeleton.querySelector<HTMLElement>(`[data-fill=${name}]`)
  find('date')?.replaceChildren(formatDayOfWeek(latest.day, locale))
  find('amount')?.replaceChildren(formatMoney(latest.profit, currency, locale))
  const days = find('days')
  days?.style.setProperty('--zero', zero)
  const columns = days?.children ?? []
  for (const [at, { day, profit, usual }] of report.days.entries()) {
    const column = columns[at]
    const [band, bar] = column?.querySelectorAll('i') ?? []
    place(band, usual && drawBand(usual))
    place(bar, profit === null ? null : drawBar(profit))
    for (const length of ['short', 'narrow'] as const)
      column
        ?.querySelector(`[data-length=${length}]`)
        ?.replaceChildren(formatWeekday(getWeekday(day), locale, length))
    if (day === latest.day) column?.setAttribute('data-kind', 'latest')
    else if (day === report.weekBefore?.day) column?.setAttribute('data-kind', 'before')
  }
  performance.mark('first-figures')
}

/**
 * The first format of a page takes the browser a tenth of a second on a slow phone. It is made after the first paint, while
 * the reply is on its way.
 */
function prepareFormats(locale: Locale): void {
  requestAnimationFrame(() => setTimeout(() => formatDayOfWeek('1970-01-01', locale)))
}

/**
 * Writes the latest figure and the last days into the skeleton as soon as they arrive, long before the scripts that render
 * the view, whose elements will be the same. A reply that cannot be read is left to the view.
 */
export async function fillLatestDay(reply: Promise<string | undefined>, locale: Locale): Promise<void> {
  prepareFormats(locale)
  const text = await reply
  if (text === undefined) return
  if (!findSkeleton()) await parsed()
  const skeleton = findSkeleton()
  try {
    if (skeleton) fill(skeleton, JSON.parse(text), locale)
  } catch {
    // The view reports it.
  }
}

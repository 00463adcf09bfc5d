import { currencies } from '#contract/platform/currency.ts'
import { formatMoney, formatNumber } from '#lib/format/number.ts'
import { locale } from '#lib/i18n/strings.ts'
import { computeExample, computeLevel, type WorkedExample } from '#lib/page/prerender/worked-example.ts'

/**
 * Updates `Calculator.astro` and the designs' own calculators in both currencies, of which the page shows the site's.
 */
export function initCalculator(calculator: HTMLElement): void {
  const slider = calculator.querySelector<HTMLInputElement>('[data-slider]')
  const fill = (selector: string, text: string) => {
    for (const element of calculator.querySelectorAll(selector)) element.textContent = text
  }

  function update(views: number): void {
    fill('[data-views]', formatNumber(views, locale()))
    for (const meter of calculator.querySelectorAll<SVGElement>('[data-level]'))
      meter.setAttribute('width', String(computeLevel(views, Number(meter.dataset.level))))
    for (const currency of currencies) {
      const example = computeExample(views, currency)
      for (const element of calculator.querySelectorAll<HTMLElement>(
        `[data-currency=${currency}][data-part]`,
      )) {
        const part = element.dataset.part as keyof WorkedExample
        element.textContent = formatMoney(part === 'fee' ? -example.fee : example[part], currency, locale())
      }
      for (const part of ['premiumViews', 'otherViews'] as const)
        fill(`[data-count=${part}]`, formatNumber(example[part], locale()))
    }
  }

  slider?.addEventListener('input', () => update(slider.valueAsNumber))
  // Browsers restore the slider's last position.
  if (slider && slider.value !== slider.defaultValue) update(slider.valueAsNumber)
}

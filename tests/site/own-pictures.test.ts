import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { designIds, getHomePath } from '#contract/portal/design.ts'
import { focusStep } from '#lib/page/fill/fill-home.ts'

describe.each(designIds)('the home of “%s”', (design) => {
  const path = getHomePath('/', design)
  const readHome = () => readFile(join('dist', path, 'index.html'), 'utf8')

  test('has one place for a site’s own picture', async () => {
    expect((await readHome()).match(/ data-picture[ >]/g)).toHaveLength(1)
  })

  test('crops it to each point that a site can name', async () => {
    const home = await readHome()
    const links = [...home.matchAll(/href="(\/_astro\/[^"]+\.css)"/g)].map(([, link]) => link)
    const files = await Promise.all(links.map((link) => readFile(`dist${link}`, 'utf8')))
    const style = home + files.join('')
    expect(style).toMatch(/object-position:\s*var\(--focus-x,\s*50%\)\s*var\(--focus-y,\s*50%\)/)
    for (let percent = 0; percent <= 100; percent += focusStep)
      for (const axis of ['x', 'y']) {
        const rule = new RegExp(
          `\\[data-focus-${axis}=["']?${percent}["']?\\]\\s*\\{\\s*--focus-${axis}:\\s*${percent}%`,
        )
        expect(style, `${axis} ${percent}`).toSatisfy((text: string) => percent === 50 || rule.test(text))
      }
  })
})

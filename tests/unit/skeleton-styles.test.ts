import { expect, test } from 'vitest'
import { extractStyles } from '#lib/page/prerender/skeleton-styles.ts'

test('style attributes become classes, one per style, and nothing else changes', () => {
  const { html, css } = extractStyles({
    page: '<p class="a" style="width:60%"><b style="width:60%">x</b><i class="c"> style="text" </i></p>',
    item: '<span style="height:64px;width:36px"></span><p>y</p>',
  })
  expect(html.page).toBe(
    '<p class="skeleton-0 a"><b class="skeleton-0">x</b><i class="c"> style="text" </i></p>',
  )
  expect(html.item).toBe('<span class="skeleton-1"></span><p>y</p>')
  expect(css).toBe('.skeleton-0{width:60%}.skeleton-1{height:64px;width:36px}')
})

test('markup without styles needs no style sheet', () => {
  expect(extractStyles({ page: '<p>x</p>' })).toEqual({ html: { page: '<p>x</p>' }, css: '' })
})

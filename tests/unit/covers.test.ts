import { expect, test } from 'vitest'
import { getCoverSources } from '#lib/api/cover-image.ts'
import { formatRankChange, getRankChange } from '#lib/format/rank-change.ts'

test('a picture has every size, the smallest format first, and one that every browser shows', () => {
  const { sources, src, srcset } = getCoverSources('media/covers/3f')
  expect(sources).toEqual([
    {
      type: 'image/avif',
      srcset:
        '/api/media/covers/3f-96.avif 96w, /api/media/covers/3f-192.avif 192w, /api/media/covers/3f-384.avif 384w',
    },
    {
      type: 'image/webp',
      srcset:
        '/api/media/covers/3f-96.webp 96w, /api/media/covers/3f-192.webp 192w, /api/media/covers/3f-384.webp 384w',
    },
  ])
  expect(src).toBe('/api/media/covers/3f-192.jpg')
  expect(srcset).toContain('/api/media/covers/3f-384.jpg 384w')
})

test('a drawing is itself at every size', () => {
  expect(getCoverSources('demo/covers/KRMIM2600001.svg')).toEqual({
    sources: [],
    src: '/api/demo/covers/KRMIM2600001.svg',
    srcset: undefined,
  })
})

test('a move in the chart is told by a sign', () => {
  const signs = [
    [3, 5],
    [5, 3],
    [4, 4],
    [1, null],
  ].map(([rank, last]) =>
    formatRankChange(getRankChange({ rank: rank ?? 0, previousRank: last ?? null }), 'NEW'),
  )
  expect(signs).toEqual(['▲ 2', '▼ 2', '–', 'NEW'])
})

import type { PopularMusic, PopularMusics } from '#contract/portal/musics.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { getRankChange } from '#lib/format/rank-change.ts'
import { locale } from '#lib/i18n/strings.ts'

// A home may report on this week's chart: `<template data-story="climber">‘{track}’, up from {from}</template>`
// becomes its content if the chart has that story, and `[data-without-story="climber"]` disappears.

/** Tracks in the drawing of `moves`. */
export const rankMoves = 5

const placesOf = (music: PopularMusic) => {
  const { way, places } = getRankChange(music)
  return way === 'up' ? places : 0
}

/** Finds the track that climbed most, unless that is the first one, which has stories of its own. */
function findClimber({ musics: [first, ...others] }: PopularMusics): PopularMusic | undefined {
  const most = Math.max(...others.map(placesOf))
  const climber = others.find((music) => placesOf(music) === most)
  return first && most > 0 && most >= placesOf(first) ? climber : undefined
}

const findFirst = ({ musics: [first] }: PopularMusics, way: string) =>
  first && getRankChange(first).way === way ? first : undefined

/** The track that each story is about. */
const stories: Readonly<Record<string, (chart: PopularMusics) => PopularMusic | undefined>> = {
  first: ({ musics: [first] }) => first,
  'first-up': (chart) => findFirst(chart, 'up'),
  'first-same': (chart) => findFirst(chart, 'same'),
  'first-new': (chart) => findFirst(chart, 'new'),
  climber: findClimber,
  newcomer: ({ musics }) => musics.slice(1).find(({ previousRank }) => previousRank === null),
  /** Last week's order, next to this week's. */
  moves: ({ musics }) =>
    musics.slice(0, rankMoves).filter(({ previousRank }) => previousRank !== null).length > 1
      ? musics[0]
      : undefined,
}

const createValues = (
  { from, to }: PopularMusics,
  music: PopularMusic,
): Readonly<Record<string, string>> => ({
  track: music.name,
  artist: music.artist,
  rank: String(music.rank),
  from: String(music.previousRank ?? ''),
  places: String(placesOf(music)),
  days: from && to ? formatDayRange(from, to, locale()) : '',
})

const textNode = 3

function fillText(node: Node, values: Readonly<Record<string, string>>): void {
  if (node.nodeType === textNode)
    node.textContent = (node.textContent ?? '').replace(/\{(\w+)\}/g, (token, name) => values[name] ?? token)
  for (const child of node.childNodes) fillText(child, values)
}

/** `rows` has one row for each rank; rows without a track are removed. */
function fillRows(rows: Iterable<Element>, musics: readonly PopularMusic[], chart: PopularMusics): void {
  for (const [i, row] of [...rows].entries()) {
    const music = musics[i]
    if (music) fillText(row, createValues(chart, music))
    else row.remove()
  }
}

/** Draws a slope chart: a line from each track's rank last week to its rank this week. */
function fillMoves(figure: Element, chart: PopularMusics): void {
  const now = [...figure.querySelectorAll('[data-now]')]
  const musics = chart.musics.slice(0, now.length)
  const before = musics
    .filter(({ previousRank }) => previousRank !== null)
    .sort((a, b) => (a.previousRank ?? 0) - (b.previousRank ?? 0))
  fillRows(now, musics, chart)
  fillRows(figure.querySelectorAll('[data-before]'), before, chart)
  const drawing = figure.querySelector('svg')
  drawing?.setAttribute('viewBox', `0 0 100 ${musics.length}`)
  // The first track is drawn last, to lie above the others.
  for (const music of before.toSorted((a, b) => b.rank - a.rank)) {
    const [start, end] = [before.indexOf(music) + 0.5, musics.indexOf(music) + 0.5]
    const line = figure.ownerDocument.createElementNS('http://www.w3.org/2000/svg', 'path')
    line.toggleAttribute('data-first', music === musics[0])
    line.setAttribute('d', `M0 ${start}C45 ${start} 55 ${end} 100 ${end}`)
    drawing?.append(line)
  }
}

/** The chart must contain at least one track. */
export function fillChartStories(document: Document, chart: PopularMusics): void {
  for (const template of document.querySelectorAll<HTMLTemplateElement>('template[data-story]')) {
    const story = template.dataset.story ?? ''
    const music = stories[story]?.(chart)
    if (!music) {
      template.remove()
      continue
    }
    const content = template.content.cloneNode(true) as DocumentFragment
    const figure = content.querySelector('[data-moves]')
    if (figure) fillMoves(figure, chart)
    else fillText(content, createValues(chart, music))
    template.replaceWith(content)
    for (const substitute of document.querySelectorAll(`[data-without-story="${story}"]`)) substitute.remove()
  }
}

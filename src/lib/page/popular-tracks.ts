import type { PopularMusic, PopularMusics } from '#contract/musics.ts'
import { getCoverSources } from '#lib/api/cover-image.ts'
import { callFromStaticPage } from '#lib/api/static-page-client.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { formatRankChange, getRankChange } from '#lib/format/rank-change.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { staticActions } from './static-actions.ts'

function findElement<E extends HTMLElement>(parent: ParentNode, selector: string): E {
  const found = parent.querySelector<E>(selector)
  if (!found) throw new Error(`The page lacks ${selector}`)
  return found
}

function renderRankChange(element: HTMLElement, music: PopularMusic): void {
  const change = getRankChange(music)
  element.dataset.direction = change.way
  const sign = document.createElement('span')
  sign.ariaHidden = 'true'
  sign.textContent = formatRankChange(change, t('musics:change.new'))
  const label = document.createElement('span')
  label.className = 'visually-hidden'
  label.textContent = t(`musics:change.${change.way}Words`, { count: change.places })
  element.replaceChildren(sign, label)
}

async function copyIsrc(isrc: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(isrc)
    staticActions.showSnackbar('success', t('musics:copied'))
  } catch {
    // No permission, or plain HTTP.
    staticActions.showSnackbar('error', t('musics:notCopied', { isrc }))
  }
}

function renderCover(image: HTMLImageElement, cover: string): void {
  const { sources, src, srcset = '' } = getCoverSources(cover)
  const { sizes } = image
  for (const source of sources)
    image.before(Object.assign(document.createElement('source'), source, { sizes }))
  image.srcset = srcset
  image.src = src
}

function renderRow(template: HTMLTemplateElement, music: PopularMusic): Node {
  const row = template.content.cloneNode(true) as DocumentFragment
  findElement(row, '[data-rank]').textContent = String(music.rank)
  findElement(row, '[data-name]').textContent = music.name
  findElement(row, '[data-artist]').textContent = music.artist
  findElement(row, '[data-kind]').textContent = `· ${t(`musics:categories.${music.category}`)}`
  findElement(row, '[data-limit]').hidden = !music.hasTimeLimit
  renderRankChange(findElement(row, '[data-change]'), music)
  if (music.cover) renderCover(findElement(row, '[data-cover]'), music.cover)
  const button = findElement(row, '[data-isrc]')
  button.ariaLabel = t('musics:copyOf', { name: music.name })
  button.addEventListener('click', () => copyIsrc(music.isrc))
  return row
}

export async function loadPopularTracks(section: HTMLElement): Promise<void> {
  const list = findElement(section, 'ol')
  const emptyState = findElement(section, '.none')
  const retry = findElement(section, '[data-retry]')
  const placeholders = [...list.children]
  const height = list.offsetHeight

  async function load(): Promise<void> {
    list.hidden = false
    list.ariaBusy = 'true'
    emptyState.hidden = true
    const reply = await callFromStaticPage<PopularMusics>({
      path: `/v2/mcn/musics/popular?size=${section.dataset.popular}`,
    })
    list.ariaBusy = 'false'
    if (!reply?.success) return fail(t('musics:popular.failed'), true)
    if (reply.musics.length === 0) return fail(t('musics:popular.empty'), false)
    const { from, to, musics } = reply
    if (from && to)
      findElement(section, '[data-days]').textContent = t('musics:popular.days', {
        days: formatDayRange(from, to, locale()),
      })
    const template = findElement<HTMLTemplateElement>(section, 'template')
    list.replaceChildren(...musics.map((music) => renderRow(template, music)))
  }

  function fail(text: string, canRetry: boolean): void {
    list.replaceChildren(...placeholders)
    list.hidden = true
    findElement(emptyState, 'span').textContent = text
    retry.hidden = !canRetry
    emptyState.style.minHeight = `${height}px`
    emptyState.hidden = false
  }

  retry.addEventListener('click', async () => {
    // The pressed button disappears, so the focus moves to the list.
    list.tabIndex = -1
    list.focus()
    await load()
  })
  await load()
}

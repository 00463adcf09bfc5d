import type { PopularMusics } from '#contract/portal/musics.ts'
import { t } from '#lib/i18n/strings.ts'
import { fillPopularTracks, findElement } from '#lib/page/fill/popular-rows.ts'
import { togglePreview } from './preview.ts'
import { staticActions } from './static-actions.ts'
import { callFromStaticPage } from './static-page-client.ts'

async function copyIsrc(isrc: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(isrc)
    staticActions.showSnackbar('success', t('isrc:copied'))
  } catch {
    // There is no permission, or the page uses plain HTTP.
    staticActions.showSnackbar('error', t('isrc:notCopied', { isrc }))
  }
}

const reportFailure = (preview: HTMLElement) =>
  staticActions.showSnackbar('error', t('musics:preview.failed', { name: findName(preview) }))

const findName = (preview: HTMLElement): string =>
  preview.closest('li')?.querySelector('[data-name]')?.textContent ?? ''

/** The server has filled the list, unless the page comes from a static host. */
export async function initPopularTracks(section: HTMLElement): Promise<void> {
  const list = findElement(section, 'ol')
  list.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const isrc = target.closest<HTMLElement>('[data-isrc]')?.dataset.isrc
    if (isrc) void copyIsrc(isrc)
    const preview = target.closest<HTMLElement>('[data-preview]')
    if (preview) void togglePreview(preview, () => reportFailure(preview))
  })
  if (list.ariaBusy === 'true') await loadPopularTracks(section, list)
}

async function loadPopularTracks(section: HTMLElement, list: HTMLElement): Promise<void> {
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
    fillPopularTracks(section, reply)
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

import { type MouseEvent, useEffect, useRef, useState } from 'react'
import type { SavedView } from '#contract/portal/saved-views.ts'
import { findViewPage } from '#contract/view-pages.ts'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import { ActionMenu, type MenuAction } from '#islands/kit/ui/ActionMenu.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { navigate } from '#lib/navigation/router.ts'
import { isUnmodifiedClick } from '#lib/navigation/unmodified-click.ts'
import type { NameUnder } from '#lib/texts/catalog.ts'
import { copyLink, getViewPath, overwrite, remove, rename, swap } from './changes.ts'
import { describeView } from './describe-view.ts'
import { isPresent, type PresentView } from './store.ts'
import { ViewForm } from './ViewForm.tsx'
import styles from './ViewsPanel.module.css'

interface ViewItemProps {
  view: SavedView
  views: readonly SavedView[]
  /** Neighbors of the same page. */
  before: SavedView | undefined
  after: SavedView | undefined
  present: PresentView | null
  onClose: () => void
}

type Mode = 'link' | 'rename' | 'delete'

/** The texts of other screens, too. */
const sharedTexts = { copy: 'common:copyLink', rename: 'common:rename' } as const

type ActionName = NameUnder<'saved-views:action'> | keyof typeof sharedTexts

export function ViewItem({ view, views, before, after, present, onClose }: ViewItemProps) {
  const [mode, setMode] = useState<Mode>('link')
  const { failure, run } = useAction()
  const item = useReturnedFocus(mode)
  const showLink = () => setMode('link')
  async function submitName(name: string): Promise<void> {
    await rename(view, name)
    showLink()
  }
  const isCurrent = isPresent(view, present)
  const isSamePage = present !== null && present.page === findViewPage(view.path)
  const toAction = (key: ActionName, onSelect: () => void): MenuAction => ({
    key,
    text: t(key === 'copy' || key === 'rename' ? sharedTexts[key] : `saved-views:action.${key}`),
    onSelect,
  })
  const actions = [
    toAction('rename', () => setMode('rename')),
    ...(isSamePage && !isCurrent
      ? [toAction('overwrite', () => void run(() => overwrite(view, present)))]
      : []),
    toAction('copy', () => void copyLink(view)),
    ...(before ? [toAction('up', () => void run(() => swap(views, view, before)))] : []),
    ...(after ? [toAction('down', () => void run(() => swap(views, view, after)))] : []),
    { ...toAction('delete', () => setMode('delete')), isDangerous: true },
  ]
  return (
    <li ref={item} className={styles.item} data-view={view.id}>
      {mode === 'rename' && <ViewForm name={view.name} onSubmit={submitName} onCancel={showLink} />}
      {mode === 'delete' && <Deletion view={view} onCancel={showLink} />}
      {mode === 'link' && (
        <>
          <ViewLink view={view} isCurrent={isCurrent} onClose={onClose} />
          <ActionMenu label={t('saved-views:actions', { name: view.name })} actions={actions} />
        </>
      )}
      {failure && (
        <p className="text-s bad" role="alert">
          {failure}
        </p>
      )}
    </li>
  )
}

/** The form and the question give the focus back to the menu that opened them. */
function useReturnedFocus(mode: Mode) {
  const item = useRef<HTMLLIElement>(null)
  const before = useRef(mode)
  useEffect(() => {
    if (mode === 'link' && before.current !== 'link')
      item.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus()
    before.current = mode
  }, [mode])
  return item
}

interface ViewLinkProps {
  view: SavedView
  isCurrent: boolean
  onClose: () => void
}

function ViewLink({ view, isCurrent, onClose }: ViewLinkProps) {
  const path = getViewPath(view)
  const description = describeView(view)
  function open(event: MouseEvent): void {
    if (!isUnmodifiedClick(event)) return
    event.preventDefault()
    onClose()
    navigate(path)
  }
  return (
    <a
      className={styles.link}
      href={localizePath(path, locale())}
      aria-current={isCurrent || undefined}
      onClick={open}
    >
      <span className="medium">{view.name}</span>
      {description !== view.name && <span className="muted text-xs">{description}</span>}
    </a>
  )
}

function Deletion({ view, onCancel }: { view: SavedView; onCancel: () => void }) {
  const { pending, failure, run } = useAction()
  const question = useRef<HTMLDivElement>(null)
  useEffect(() => question.current?.querySelector('button')?.focus(), [])
  async function confirm(): Promise<void> {
    const panel = question.current?.closest('section')
    await remove(view)
    panel?.querySelector<HTMLElement>('a, button')?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div
      ref={question}
      role="group"
      className={styles.form}
      aria-label={t('saved-views:question', { name: view.name })}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onCancel()
      }}
    >
      <p>{t('saved-views:question', { name: view.name })}</p>
      <div className="wrap justify-end gap-2">
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
        <Button kind="danger" pending={pending} onClick={() => void run(confirm)}>
          {t('saved-views:action.delete')}
        </Button>
      </div>
      {failure && (
        <p className="text-s bad" role="alert">
          {failure}
        </p>
      )}
    </div>
  )
}

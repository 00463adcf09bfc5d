import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { maxSavedViews, type SavedView } from '#contract/portal/saved-views.ts'
import { findViewPage } from '#contract/view-pages.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { t } from '#lib/i18n/strings.ts'
import type { KeyUnder } from '#lib/texts/catalog.ts'
import { savePresent } from './changes.ts'
import { suggestName } from './describe-view.ts'
import { $present, type PresentView, savedViews } from './store.ts'
import { ViewForm } from './ViewForm.tsx'
import { ViewItem } from './ViewItem.tsx'
import styles from './ViewsPanel.module.css'

interface ViewsPanelProps {
  id: string
  /** Where there is room for it. */
  side: 'start' | 'end'
  onClose: () => void
}

export function ViewsPanel({ id, side, onClose }: ViewsPanelProps) {
  const { result, error } = useStore(savedViews.$state)
  const present = useStore($present)
  const views = result?.data ?? null
  const panel = useFirstFocus(views !== null)
  return (
    <section ref={panel} id={id} className={styles.panel} data-side={side} aria-label={t('shell:savedViews')}>
      {!views && !error && (
        <p className="center" role="status">
          <span className="ring" />
          <span className="visually-hidden">{t('common:loading')}</span>
        </p>
      )}
      {!views && error && (
        <div role="alert">
          <p className="medium">{t('saved-views:failed')}</p>
          <p className="muted text-s">{error.message}</p>
          <Button className="small" onClick={savedViews.reload}>
            {t('common:retry')}
          </Button>
        </div>
      )}
      {views && <Groups views={views} present={present} onClose={onClose} />}
      {views && present && <Saving present={present} isFull={views.length >= maxSavedViews} />}
    </section>
  )
}

/** Moves the focus from the button into the list once it is there. */
function useFirstFocus(isReady: boolean) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const isElsewhere = !document.activeElement?.matches('body, [data-views]')
    if (!isReady || isElsewhere) return
    const current = panel.current?.querySelector<HTMLElement>('[aria-current]')
    const first = current ?? panel.current?.querySelector<HTMLElement>('a, button')
    first?.focus({ preventScroll: true })
    current?.scrollIntoView({ block: 'nearest' })
  }, [isReady])
  return panel
}

interface GroupsProps {
  views: readonly SavedView[]
  present: PresentView | null
  onClose: () => void
}

/** Groups views by the title of their page, in the order of the first one. */
function Groups({ views, present, onClose }: GroupsProps) {
  if (views.length === 0)
    return (
      <div className={styles.empty}>
        <p className="medium">{t('saved-views:empty.title')}</p>
        <p className="muted text-s">{t('saved-views:empty.text')}</p>
      </div>
    )
  const groups = Map.groupBy(views, ({ path }) =>
    t(`shell:views.${findViewPage(path)?.name ?? 'dashboard'}` as KeyUnder<'shell:views'>),
  )
  return [...groups].map(([title, group]) => (
    <div key={title} className={styles.group}>
      <h2>{title}</h2>
      <ul>
        {group.map((view, at) => (
          <ViewItem
            key={view.id}
            view={view}
            views={views}
            before={group[at - 1]}
            after={group[at + 1]}
            present={present}
            onClose={onClose}
          />
        ))}
      </ul>
    </div>
  ))
}

function Saving({ present, isFull }: { present: PresentView; isFull: boolean }) {
  const [isNaming, setNaming] = useState(false)
  const footer = useRef<HTMLDivElement>(null)
  const wasNaming = useRef(false)
  useEffect(() => {
    if (wasNaming.current && !isNaming) footer.current?.querySelector('button')?.focus()
    wasNaming.current = isNaming
  }, [isNaming])
  async function save(name: string): Promise<void> {
    await savePresent(present, name)
    setNaming(false)
  }
  return (
    <div ref={footer} className={styles.footer}>
      {isNaming ? (
        <ViewForm
          name={suggestName(present.page, present)}
          onSubmit={save}
          onCancel={() => setNaming(false)}
        />
      ) : (
        <>
          <Button className="full" disabled={isFull} onClick={() => setNaming(true)}>
            <span aria-hidden="true">+</span> {t('saved-views:save')}
          </Button>
          {isFull && <p className="faint text-xs">{t('saved-views:full', { max: maxSavedViews })}</p>}
        </>
      )}
    </div>
  )
}

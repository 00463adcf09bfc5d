import { useId, useState } from 'react'
import { type Locale, locales } from '#contract/platform/locale.ts'
import {
  type DeskNotice,
  editNotices,
  type NoticeSite,
  type NoticeSources,
  publishNotice,
  rescheduleNotices,
} from '#contract/portal/desk/notices.ts'
import { SegmentedControl } from '#islands/kit/forms/SegmentedControl.tsx'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { call } from '#lib/api/call.ts'
import { languageNames } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { LanguageColumn } from './LanguageColumn.tsx'
import styles from './NoticeDesk.module.css'
import { NoticePreviews } from './NoticePreviews.tsx'
import { PublicationFields } from './PublicationFields.tsx'
import { type Publication, readPublishAt } from './publication.ts'
import { changeState, closeEditor, noticeList, offerWithdrawal } from './store.ts'
import { usePreview } from './use-preview.ts'

interface EditorFormProps {
  /** null: a new one. */
  notice: DeskNotice | null
  initial: NoticeSources
  sites: readonly NoticeSite[]
  isReadOnly: boolean
}

const isWritten = (source: { title: string; text: string } | undefined) =>
  source !== undefined && (source.title.trim() !== '' || source.text.trim() !== '')

export function EditorForm({ notice, initial, sites, isReadOnly }: EditorFormProps) {
  const [sources, setSources] = useState(initial)
  const [shown, setShown] = useState<Locale>(
    () => [locale(), ...locales].find((one) => isWritten(initial[one])) ?? locale(),
  )
  const [publication, setPublication] = useState<Publication>(() => ({
    siteIds: notice
      ? [notice.siteId, ...notice.copies.map(({ siteId }) => siteId)]
      : sites.length === 1
        ? sites.map(({ id }) => id)
        : [],
    pinned: notice?.pinned ?? false,
    time: notice?.state === 'scheduled' ? notice.publishedAt : null,
  }))
  const { previews, failure: previewFailure } = usePreview(sources)
  const save = useAction()
  const chosen = sites.filter(({ id }) => publication.siteIds.includes(id))
  const tabsId = useId()

  function findObstacle(): string | null {
    if (!locales.some((one) => isWritten(sources[one]))) return t('desk-notices:obstacles.text')
    const wrong = locales.find((one) => previews[one]?.problems.some(({ isError }) => isError))
    if (wrong) {
      setShown(wrong)
      return t('desk-notices:obstacles.problem', { language: languageNames[wrong] })
    }
    if (chosen.length === 0) return t('desk-notices:obstacles.sites')
    return null
  }

  async function publish(): Promise<void> {
    const { siteIds, pinned } = publication
    const { notices } = await call(publishNotice, {
      body: { siteIds: [...siteIds], sources, pinned, publishAt: readPublishAt(publication) },
    })
    const made = notices.filter(({ isNew }) => isNew)
    closeEditor()
    if (made.length === 0) return notify('info', t('desk-notices:done.already'))
    offerWithdrawal(
      made.map(({ id }) => id),
      t(publication.time === null ? 'desk-notices:done.published' : 'desk-notices:done.scheduled', {
        count: made.length,
      }),
    )
  }

  async function edit(edited: DeskNotice): Promise<void> {
    const all = [{ id: edited.id, siteId: edited.siteId }, ...edited.copies]
    const ids = all.filter(({ siteId }) => publication.siteIds.includes(siteId)).map(({ id }) => id)
    await call(editNotices, { body: { ids, sources, version: edited.version } })
    if (edited.state === 'scheduled' && publication.time !== edited.publishedAt)
      await call(rescheduleNotices, { body: { ids, publishAt: readPublishAt(publication) } })
    closeEditor()
    noticeList.reload()
    if (publication.pinned === edited.pinned) notify('success', t('desk-notices:done.edited'))
    else await changeState(ids, publication.pinned ? 'pin' : 'unpin', t('desk-notices:done.edited'))
  }

  function submit() {
    const obstacle = findObstacle()
    if (obstacle !== null) return save.setFailure(obstacle)
    void save.run(() => (notice ? edit(notice) : publish()))
  }

  const getSubmitText = () => {
    if (notice) return t('common:save')
    if (chosen.length === 0) return t('desk-notices:publishAnywhere')
    return t(publication.time === null ? 'desk-notices:publish' : 'desk-notices:schedule', {
      count: chosen.length,
    })
  }

  const change = (one: Locale, patch: Partial<{ title: string; text: string }>) =>
    setSources((before) => ({ ...before, [one]: { title: '', text: '', ...before[one], ...patch } }))

  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={styles.tabs}>
        <SegmentedControl
          label={t('common:language')}
          value={shown}
          options={locales.map((one) => ({
            value: one,
            label: t(isWritten(sources[one]) ? 'desk-notices:tabs.written' : 'desk-notices:tabs.empty', {
              name: languageNames[one],
            }),
          }))}
          onChange={setShown}
        />
      </div>
      <section aria-labelledby={`${tabsId}-texts`} className="card">
        <div className={styles.sectionHead}>
          <h2 id={`${tabsId}-texts`} className="text-l bold">
            {t('desk-notices:texts')}
          </h2>
          <p className="note">{t('desk-notices:markdown')}</p>
        </div>
        <div className={styles.columns}>
          {locales.map((one) => (
            <LanguageColumn
              key={one}
              language={one}
              isShown={one === shown}
              isReadOnly={isReadOnly}
              source={sources[one] ?? { title: '', text: '' }}
              problems={previews[one]?.problems ?? []}
              onChange={(patch) => change(one, patch)}
            />
          ))}
        </div>
      </section>
      <NoticePreviews
        previews={previews}
        failure={previewFailure}
        sites={chosen.length > 0 ? chosen : sites}
        shown={shown}
        pinned={publication.pinned}
        publishedAt={
          publication.time ?? (notice?.state === 'scheduled' ? null : (notice?.publishedAt ?? null))
        }
        editedAt={notice?.editedAt ?? null}
      />
      {!isReadOnly && (
        <section className="card" aria-labelledby={`${tabsId}-where`}>
          <h2 id={`${tabsId}-where`} className="text-l bold">
            {t('desk-notices:publication')}
          </h2>
          <PublicationFields notice={notice} sites={sites} value={publication} onChange={setPublication} />
          <p className="panel" data-tone="bad" role="alert">
            {save.failure}
          </p>
          <div className={styles.actions}>
            <Button onClick={closeEditor}>{t('common:cancel')}</Button>
            <Button type="submit" kind="primary" pending={save.pending}>
              {getSubmitText()}
            </Button>
          </div>
        </section>
      )}
    </form>
  )
}

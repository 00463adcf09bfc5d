import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { type CountedTag, tagChannels } from '#contract/channels/channel-tags.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage } from '#islands/kit/dialogs/DialogParts.tsx'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { call } from '#lib/api/call.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import {
  type Choices,
  countTagged,
  getState,
  listChosen,
  type TaggedChannel,
  type TagState,
  toggleChoice,
} from './choices.ts'
import { NewTag } from './NewTag.tsx'
import { tagList, watchTags } from './store.ts'
import { TagEditor } from './TagEditor.tsx'
import styles from './Tags.module.css'

interface TagDialogProps {
  channels: readonly TaggedChannel[]
  onClose: () => void
  /** The channels or their tags have changed. */
  onChanged: () => void
}

/** Adds tags to one or many channels and takes them from them, and makes, renames and deletes tags. */
export function TagDialog({ channels, onClose, onChanged }: TagDialogProps) {
  const [choices, setChoices] = useState<Choices>(new Map())
  const { pending, failure, run } = useAction()
  useEffect(watchTags, [])
  const save = () =>
    run(async () => {
      const [add, remove] = [listChosen(choices, true), listChosen(choices, false)]
      if (add.length + remove.length === 0) return onClose()
      const body = { channels: channels.map(({ channelId }) => channelId), add, remove }
      const { changed } = await call(tagChannels, { body })
      notify('success', t('channel-tags:saved', { count: changed }))
      onChanged()
      onClose()
    })
  const choose = (id: number) => setChoices((before) => new Map(before).set(id, true))
  return (
    <Dialog title={t('lists:tags')} swipe="down" focusesTitle onClose={onClose}>
      <DialogContent>
        <p className="break">{describeChannels(channels)}</p>
        <TagOptions
          channels={channels}
          choices={choices}
          onToggle={(id) => setChoices((before) => toggleChoice(channels, before, id))}
          onChanged={onChanged}
          onDelete={(id) => setChoices((before) => new Map([...before].filter(([one]) => one !== id)))}
        />
        <NewTag onCreate={choose} />
        <ErrorMessage text={failure} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Button kind="primary" pending={pending} onClick={save}>
          {t('common:save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function describeChannels(channels: readonly TaggedChannel[]): string {
  const [first] = channels
  return channels.length === 1 && first
    ? t('channel-tags:lead.one', { name: first.name })
    : t('channel-tags:lead.many', {
        count: channels.length,
        number: formatNumber(channels.length, locale()),
      })
}

interface TagOptionsProps {
  channels: readonly TaggedChannel[]
  choices: Choices
  onToggle: (id: number) => void
  onChanged: () => void
  onDelete: (id: number) => void
}

function TagOptions({ channels, choices, onToggle, onChanged, onDelete }: TagOptionsProps) {
  const { result, error } = useStore(tagList.$state)
  const list = useRef<HTMLUListElement>(null)
  const [edited, setEdited] = useState<number | null>(null)
  const closedId = useRef<number | null>(null)
  useEffect(() => {
    if (edited !== null || closedId.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-edit="${closedId.current}"]`)?.focus()
    closedId.current = null
  }, [edited])
  if (!result) {
    return error ? (
      <p role="alert">
        {error.message} <Button onClick={tagList.reload}>{t('common:retry')}</Button>
      </p>
    ) : (
      <p role="status">{t('common:loading')}</p>
    )
  }
  const close = (id: number) => {
    closedId.current = id
    setEdited(null)
  }
  const finish = (id: number) => {
    close(id)
    tagList.reload()
    onChanged()
  }
  const { tags } = result.data
  return (
    <fieldset className={styles.options}>
      <legend className="visually-hidden">{t('channel-tags:list')}</legend>
      <ul ref={list} className={styles.list}>
        {tags.map((tag) =>
          tag.id === edited ? (
            <li key={tag.id}>
              <TagEditor
                tag={tag}
                onClose={() => close(tag.id)}
                onRename={() => finish(tag.id)}
                onDelete={() => {
                  onDelete(tag.id)
                  finish(tag.id)
                }}
              />
            </li>
          ) : (
            <TagOption
              key={tag.id}
              tag={tag}
              state={getState(channels, choices, tag.id)}
              tagged={countTagged(channels, tag.id)}
              total={channels.length}
              onToggle={() => onToggle(tag.id)}
              onEdit={() => setEdited(tag.id)}
            />
          ),
        )}
      </ul>
      {tags.length === 0 && <p className="caption">{t('channel-tags:empty')}</p>}
    </fieldset>
  )
}

interface TagOptionProps {
  tag: CountedTag
  state: TagState
  /** How many of the channels have it, and how many there are. */
  tagged: number
  total: number
  onToggle: () => void
  onEdit: () => void
}

function TagOption({ tag, state, tagged, total, onToggle, onEdit }: TagOptionProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = state === 'some'
  }, [state])
  return (
    <li>
      <label className={styles.option}>
        <input ref={input} type="checkbox" checked={state === 'all'} onChange={onToggle} />
        <span className="grow break">{tag.name}</span>
        <small>
          {state === 'some'
            ? t('channel-tags:some', { tagged, total })
            : t('common:channelCount', { count: tag.channels })}
        </small>
      </label>
      <button
        type="button"
        className="icon-button"
        data-edit={tag.id}
        aria-label={t('channel-tags:edit', { name: tag.name })}
        onClick={onEdit}
      >
        <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
          <path d="m3 13 .7-3L10.8 2.9l2.3 2.3L6 12.3z" />
        </svg>
      </button>
    </li>
  )
}

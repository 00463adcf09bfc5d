import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type CountedTag, deleteTag, renameTag } from '#contract/channels/channel-tags.ts'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { NameInput } from './NameInput.tsx'
import styles from './Tags.module.css'

interface TagEditorProps {
  tag: CountedTag
  onClose: () => void
  onRename: () => void
  onDelete: () => void
}

/** Renames a tag, or deletes it after a confirmation. */
export function TagEditor({ tag, onClose, onRename, onDelete }: TagEditorProps) {
  const [isDeleting, setIsDeleting] = useState(false)
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // The dialog stays open.
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what the person has opened in it.
    <div className={`panel ${styles.editor}`} onKeyDown={close}>
      {isDeleting ? (
        <Deletion tag={tag} onCancel={() => setIsDeleting(false)} onDelete={onDelete} />
      ) : (
        <Renaming tag={tag} onClose={onClose} onRename={onRename} onDelete={() => setIsDeleting(true)} />
      )}
    </div>
  )
}

function Renaming({ tag, onClose, onRename, onDelete }: TagEditorProps) {
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(tag.name)
  const { pending, failure, run, setFailure } = useAction()
  useEffect(() => input.current?.select(), [])
  const rename = (event: FormEvent) => {
    event.preventDefault()
    return run(async () => {
      await call(renameTag, { body: { id: tag.id, name } })
      notify('success', t('channel-tags:renamed'))
      onRename()
    })
  }
  return (
    <form onSubmit={rename} noValidate>
      <NameInput
        ref={input}
        label={t('channel-tags:name')}
        value={name}
        error={failure}
        onChange={(text) => {
          setName(text)
          setFailure(null)
        }}
      >
        <Button type="submit" kind="primary" pending={pending}>
          {t('common:save')}
        </Button>
      </NameInput>
      <div className={styles.actions}>
        <Button className="small" onClick={onDelete}>
          {t('channel-tags:delete.button')}
        </Button>
        <Button className="small" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  )
}

interface DeletionProps {
  tag: CountedTag
  onCancel: () => void
  onDelete: () => void
}

function Deletion({ tag, onCancel, onDelete }: DeletionProps) {
  const actions = useRef<HTMLDivElement>(null)
  const { pending, failure, run } = useAction()
  useEffect(() => actions.current?.querySelector('button')?.focus(), [])
  const remove = () =>
    run(async () => {
      await call(deleteTag, { body: { id: tag.id } })
      notify('success', t('channel-tags:delete.done'))
      onDelete()
    })
  return (
    <>
      <p className="break" role="alert">
        {t('channel-tags:delete.question', { name: tag.name, count: tag.channels })}
      </p>
      {failure !== null && (
        <p className="bad" role="alert">
          {failure}
        </p>
      )}
      <div ref={actions} className={styles.actions}>
        <Button className="small" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button className="small" kind="danger" pending={pending} onClick={remove}>
          {t('channel-tags:delete.confirm')}
        </Button>
      </div>
    </>
  )
}

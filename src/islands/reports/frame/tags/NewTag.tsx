import { type FormEvent, useRef, useState } from 'react'
import { createTag } from '#contract/channels/channel-tags.ts'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { NameInput } from './NameInput.tsx'
import { tagList } from './store.ts'
import styles from './Tags.module.css'

/** Makes a tag at once; the channels get it when they are saved. */
export function NewTag({ onCreate }: { onCreate: (id: number) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const { pending, failure, run, setFailure } = useAction()
  const create = (event: FormEvent) => {
    event.preventDefault()
    return run(async () => {
      const { tag } = await call(createTag, { body: { name } })
      onCreate(tag.id)
      setName('')
      tagList.reload()
      input.current?.focus()
    })
  }
  return (
    <form className={styles.editor} onSubmit={create} noValidate>
      <NameInput
        ref={input}
        label={t('channel-tags:new')}
        value={name}
        error={failure}
        onChange={(text) => {
          setName(text)
          setFailure(null)
        }}
      >
        <Button type="submit" pending={pending}>
          {t('common:create')}
        </Button>
      </NameInput>
    </form>
  )
}

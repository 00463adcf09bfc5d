import { useStore } from '@nanostores/react'
import { useState } from 'react'
import {
  type CatalogTrack,
  maxTrackMoods,
  maxUploadBytes,
  type TrackMediaKind,
  trackMediaKinds,
} from '#contract/portal/desk/music.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Cover } from '#islands/kit/ui/pictures/Cover.tsx'
import { DropZone } from '#islands/kit/upload/DropZone.tsx'
import { ApiError } from '#lib/api/call.ts'
import { may } from '#lib/api/session.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Catalog.module.css'
import type { CatalogMood } from './CatalogTable.tsx'
import { changeTrack, setWithdrawn, uploadMedia } from './store.ts'

interface TrackDialogProps {
  track: CatalogTrack
  moods: readonly CatalogMood[]
  onClose: () => void
}

/** What has no room in the table: moods, other names, files, and withdrawal. */
export function TrackDialog({ track, moods, onClose }: TrackDialogProps) {
  const changes = useStore(may('catalog.change'))
  const [aliases, setAliases] = useState(track.aliases.join('\n'))
  const [chosen, setChosen] = useState<readonly string[]>(track.moods)
  const save = useAction()
  const submit = () =>
    save.run(async () => {
      const names = aliases.split('\n').flatMap((line) => line.trim() || [])
      const change = {
        ...(names.join('\n') !== track.aliases.join('\n') && { aliases: names }),
        ...(chosen.toSorted().join() !== track.moods.toSorted().join() && { moods: [...chosen] }),
      }
      if (Object.keys(change).length === 0 || (await changeTrack(track, change))) onClose()
    })
  return (
    <Dialog title={t('desk-music:openOf', { name: track.name })} onClose={onClose} guardsInput>
      <DialogContent>
        <SubjectLine
          name={track.artist}
          detail={track.isrc}
          picture={
            <span className={styles.cover}>
              <Cover cover={track.cover} seed={track.isrc} sizes="44px" />
            </span>
          }
        />
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <fieldset className={styles.fieldset} disabled={!changes}>
            <legend className="text-s medium">{t('desk-music:fields.moods')}</legend>
            <div className={styles.moodChoice}>
              {moods.map(({ key, name }) => (
                <label key={key}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(key)}
                    disabled={!chosen.includes(key) && chosen.length >= maxTrackMoods}
                    onChange={({ target }) =>
                      setChosen((before) =>
                        target.checked ? [...before, key] : before.filter((one) => one !== key),
                      )
                    }
                  />
                  {name}
                </label>
              ))}
            </div>
          </fieldset>
          <label className="grid gap-tight">
            <span className="text-s medium">{t('desk-music:fields.aliases')}</span>
            <textarea
              className={`input ${styles.aliases}`}
              rows={3}
              readOnly={!changes}
              value={aliases}
              onChange={({ target }) => setAliases(target.value)}
            />
            <small className="caption">{t('desk-music:aliasesNote')}</small>
          </label>
          <p className="panel" data-tone="bad" role="alert">
            {save.failure}
          </p>
          {changes && <Media track={track} />}
          {changes && <Withdrawal track={track} onDone={onClose} />}
          <DialogActions>
            <Button onClick={onClose}>{t(changes ? 'common:cancel' : 'common:close')}</Button>
            {changes && (
              <Button type="submit" kind="primary" pending={save.pending}>
                {t('common:save')}
              </Button>
            )}
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  )
}

const accepted: Readonly<Record<TrackMediaKind, string>> = {
  cover: 'image/*',
  logo: 'image/*',
  preview: 'audio/mpeg,audio/mp4,audio/aac,audio/ogg,.mp3,.m4a,.aac,.ogg',
  file: 'audio/wav,audio/mpeg,audio/mp4,.wav,.mp3,.m4a',
}

const mebibyte = 1024 * 1024

function Media({ track }: { track: CatalogTrack }) {
  const [pending, setPending] = useState<TrackMediaKind | null>(null)
  const [message, setMessage] = useState<{ kind: TrackMediaKind; text: string; isBad: boolean } | null>(null)
  const isThere = {
    cover: track.cover !== null,
    logo: track.exclusiveLogo !== null,
    preview: track.audio !== null,
    file: track.file !== null,
  }
  async function upload(kind: TrackMediaKind, file: File): Promise<void> {
    const max = maxUploadBytes[kind]
    if (file.size > max) {
      const text = t('desk-music:media.large', { size: max / mebibyte })
      return setMessage({ kind, isBad: true, text })
    }
    setPending(kind)
    setMessage(null)
    try {
      await uploadMedia(track, kind, file)
      setMessage({ kind, isBad: false, text: t('desk-music:media.done') })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const text = error.code === 'invalid' ? t('desk-music:media.unusable') : error.message
      setMessage({ kind, isBad: true, text })
    } finally {
      setPending(null)
    }
  }
  return (
    <div className={styles.media}>
      {trackMediaKinds.map((kind) => (
        <div key={kind}>
          <p className="text-s medium">
            {t(`desk-music:media.${kind}`)}{' '}
            <span className="chip" data-tone={isThere[kind] ? 'good' : undefined}>
              {t(isThere[kind] ? 'desk-music:media.there' : 'desk-music:media.missing')}
            </span>
          </p>
          <DropZone
            label={t(`desk-music:media.${kind}`)}
            pending={pending === kind}
            accept={accepted[kind]}
            choose={t('desk-music:media.choose')}
            onFile={(file) => upload(kind, file)}
          />
          <small className="caption">{t(`desk-music:media.notes.${kind}`)}</small>
          <p role="status" className={message?.isBad ? 'bad text-s' : 'good text-s'}>
            {message?.kind === kind && message.text}
          </p>
        </div>
      ))}
    </div>
  )
}

function Withdrawal({ track, onDone }: { track: CatalogTrack; onDone: () => void }) {
  const [isAsked, setAsked] = useState(false)
  const act = useAction()
  const isWithdrawn = track.withdrawnAt !== null
  const apply = () =>
    act.run(async () => {
      if (await setWithdrawn(track, !isWithdrawn)) onDone()
    })
  if (isWithdrawn)
    return (
      <div className="panel">
        <p>{t(track.isMissing ? 'desk-music:withdrawal.missing' : 'desk-music:withdrawal.done')}</p>
        <Button pending={act.pending} onClick={() => void apply()}>
          {t('desk-music:withdrawal.restore')}
        </Button>
      </div>
    )
  return (
    <div className="panel" data-tone={isAsked ? 'warn' : undefined}>
      <p>
        {t('desk-music:withdrawal.effect', {
          count: track.videos,
          number: formatNumber(track.videos, locale()),
        })}
      </p>
      {isAsked ? (
        <Button kind="danger" pending={act.pending} onClick={() => void apply()}>
          {t('desk-music:withdrawal.confirm')}
        </Button>
      ) : (
        <Button onClick={() => setAsked(true)}>{t('desk-music:withdrawal.withdraw')}</Button>
      )}
    </div>
  )
}

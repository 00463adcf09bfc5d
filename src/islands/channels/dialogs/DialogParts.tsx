import type { ReactNode, Ref } from 'react'
import type { Channel } from '#contract/channels.ts'
import { t } from '#lib/strings.ts'
import { ChannelPicture } from '#shared/ChannelPicture.tsx'
import styles from './Dialogs.module.css'

/** Which channel a dialog is about. */
export function ChannelLine({ channel: { channelId, name, handle, thumbnail } }: { channel: Channel }) {
  return (
    <p className={styles.channel}>
      <ChannelPicture channelId={channelId} address={thumbnail} />
      <span>
        <b>{name}</b>
        {handle !== null && <small>{handle}</small>}
      </span>
    </p>
  )
}

/** Text in which `**…**` is what to look for. */
export function Emphasis({ text }: { text: string }) {
  return text.split('**').map((piece, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have nothing else and never move.
    at % 2 === 1 ? <strong key={at}>{piece}</strong> : piece,
  )
}

/** A page beside the portal. */
export function NewTab({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={styles.link} href={href} target="_blank" rel="noreferrer">
      {children}
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d="M4.5 2.5h-2v7h7v-2M6.5 2.5h3v3M9.5 2.5 5.5 6.5" />
      </svg>
      <span className="visually-hidden">{t('channel-dialogs:newTab')}</span>
    </a>
  )
}

/** What was refused; said as soon as it is there. */
export function Refusal({ text }: { text: string | null }) {
  return (
    <p className={styles.refusal} role="alert">
      {text}
    </p>
  )
}

interface ActionsProps {
  ref?: Ref<HTMLDivElement>
  /** Buttons, the one that the dialog is about last. */
  children: ReactNode
}

export const Actions = ({ ref, children }: ActionsProps) => (
  <div ref={ref} className={styles.actions}>
    {children}
  </div>
)

import type { ReactNode, Ref } from 'react'
import type { Channel } from '#contract/channels.ts'
import { ChannelPicture } from '#islands/ui/ChannelPicture.tsx'
import { t } from '#lib/i18n/strings.ts'
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
export function EmphasizedText({ text }: { text: string }) {
  return text.split('**').map((piece, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have nothing else and never move.
    at % 2 === 1 ? <strong key={at}>{piece}</strong> : piece,
  )
}

/** A page beside the portal. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
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
export function ErrorMessage({ text }: { text: string | null }) {
  return (
    <p className={styles.refusal} role="alert">
      {text}
    </p>
  )
}

interface DialogActionsProps {
  ref?: Ref<HTMLDivElement>
  /** Buttons, the one that the dialog is about last. */
  children: ReactNode
}

export const DialogActions = ({ ref, children }: DialogActionsProps) => (
  <div ref={ref} className={styles.actions}>
    {children}
  </div>
)

import type { ReactNode } from 'react'
import type { Channel } from '#contract/channels/channels.ts'
import { SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import { ChannelPicture } from '#islands/kit/ui/pictures/ChannelPicture.tsx'
import { t } from '#lib/i18n/strings.ts'
import styles from './Verification.module.css'

export const ChannelLine = ({ channel: { channelId, name, handle, thumbnail } }: { channel: Channel }) => (
  <SubjectLine
    name={name}
    detail={handle}
    picture={<ChannelPicture channelId={channelId} address={thumbnail} />}
  />
)

export function EmphasizedText({ text }: { text: string }) {
  return text.split('**').map((piece, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have nothing else and never move.
    at % 2 === 1 ? <strong key={at}>{piece}</strong> : piece,
  )
}

export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={styles.link} href={href} target="_blank" rel="noreferrer">
      {children}
      <svg className="icon small" viewBox="0 0 12 12" aria-hidden="true">
        <path d="M4.5 2.5h-2v7h7v-2M6.5 2.5h3v3M9.5 2.5 5.5 6.5" />
      </svg>
      <span className="visually-hidden">{t('common:newTab')}</span>
    </a>
  )
}

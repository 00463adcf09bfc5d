import { useState } from 'react'
import styles from './Picture.module.css'
import { Waveform } from './Waveform.tsx'

interface ChannelPictureProps {
  channelId: string
  address: string | null
  isSmall?: boolean
}

/** Decorative; falls back to a waveform. */
export function ChannelPicture({ channelId, address, isSmall = false }: ChannelPictureProps) {
  const [failedAddress, setFailedAddress] = useState<string | null>(null)
  return (
    <span className={isSmall ? styles.smallChannel : styles.channel}>
      <Waveform seed={channelId} />
      {address !== null && address !== failedAddress && (
        <img
          src={address}
          alt=""
          width={44}
          height={44}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailedAddress(address)}
        />
      )}
    </span>
  )
}

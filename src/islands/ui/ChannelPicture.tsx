import { useState } from 'react'
import styles from './ChannelPicture.module.css'
import { Waveform } from './Waveform.tsx'

interface ChannelPictureProps {
  channelId: string
  address: string | null
}

/** Decoration beside a name. A drawing stands behind it and stays where no picture can be had. */
export function ChannelPicture({ channelId, address }: ChannelPictureProps) {
  const [failedAddress, setFailedAddress] = useState<string | null>(null)
  return (
    <span className={styles.picture}>
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

import type { Report } from '#tests/support/reported-facts.ts'

/** A registration of a channel, as the operator and the people left it. */
export interface Registration {
  channelId: string
  network: 'ours' | 'theirs'
  name: string
  approval: number
  verification: string
  earnsFrom: string | null
  approvedOn: string | null
  removed: boolean
  /** Members to whom it is assigned. */
  members: string[]
}

export interface VideoMetadata {
  channelId: string
  videoId: string
  saidOn: string
  publishedAt: string | null
  lengthSeconds: number | null
}

export interface World {
  registrations: Registration[]
  /** In the order in which they came: a later one of the same owner, day and type replaces the earlier. */
  reports: Report[]
  rates: { day: string; krwMicros: number }[]
  fees: { member: string; day: string; permille: number }[]
  metadata: VideoMetadata[]
}

/** Who asks: the manager, the manager for a member, a member; with or without one channel. */
export interface Viewer {
  member: string | null
  netOnly: boolean
  channel: string | null
  /** Some of the visible ones. */
  channels?: readonly string[]
}

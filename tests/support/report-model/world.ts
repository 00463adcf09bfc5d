import type { Report } from '#tests/support/reported-facts.ts'

/** A channel's registration, in the state in which the operator and the people left it. */
export interface Registration {
  channelId: string
  network: 'ours' | 'theirs'
  name: string
  approval: number
  verification: string
  earnsFrom: string | null
  approvedOn: string | null
  removed: boolean
  /** Members to whom the channel is assigned. */
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
  /** Reports in order of arrival: a later one for the same owner, day and type replaces the earlier one. */
  reports: Report[]
  rates: { day: string; krwMicros: number }[]
  fees: { member: string; day: string; permille: number }[]
  metadata: VideoMetadata[]
}

/** The person who asks: the manager, the manager for a member, or a member; with or without one channel. */
export interface Viewer {
  member: string | null
  netOnly: boolean
  channel: string | null
  /** Some of the visible channels. */
  channels?: readonly string[]
}

/** What each call is for, by its name: for the documentation, and apart from the rest, which the site carries. */
export const endpointSummaries: Readonly<Record<string, string>> = {
  addChannel:
    'Registers a channel; where the platform does not answer within five seconds, a registration that completes by itself.',
  assignChannel: 'Assigns a channel to members of the network, beside those who have it.',
  deleteChannel:
    'Ends a registration, with the password of the manager or of whoever stands alone; facts and history stay.',
  cancelChannelRequest:
    'Takes back a registration that waits for the platform, or removes one that was given up.',
  findChannel: 'The channel that a link names; null when the platform does not answer within five seconds.',
  streamChannelChanges:
    'An event `changed` whenever a channel of the network has changed; what has is to be asked for. Ends after minutes.',
  listChannels:
    'A manager’s network, or the channels assigned to the person: the newest registration first, with those that wait for the platform.',
  readChannel: 'One registered channel.',
  requestReReview:
    'Asks for another review of a channel on hold: 72 hours after it was put there, at most once a day.',
  unassignChannel: 'Takes a channel from a member; the channel and its revenue stay.',
  verifyChannel:
    'Begins to look for the code in the channel’s description; the result is told by the channel’s state.',
  readMeta: 'What a site looks like and which language and currency it uses, by its domain.',
  join: 'Makes an account: a member of the site’s default network, or one that stands alone.',
  login: 'Trades an email and a password for a token of this site.',
  logout: 'Ends the session that calls.',
  readMe: 'The person who is signed in.',
  createSignInCode:
    'For a partner’s own server: a one-time code with which one of the site’s accounts is signed in at /external/auth?code=….',
  exchangeSignInCode: 'Trades a partner’s one-time code for a token of this site.',
  updateAccount: 'Changes the nickname or the password; a new password ends all other sessions.',
  withdrawAccount:
    'Ends the membership with the current password: sessions, email and nickname go, figures stay. Not for a manager whose network has members or channels.',
  listSessions: 'Where the person is signed in: this session first, then the newest.',
  endSessions: 'Ends one of the person’s other sessions, or all of them but the one that calls.',
  readPaymentInfo: 'The payment information of the site; null while the operator has set none.',
  listMembers:
    'The network’s members, or those of them that a search finds, in the order of their nicknames.',
  addMember:
    'Makes a member, with a channel if one is given: either both or neither. Where the platform does not answer within five seconds, the channel’s registration completes by itself.',
  updateMember:
    'Gives a member another password, which ends the member’s sessions, or another fee rate, which counts from today on.',
  deleteMember:
    'Removes a member with the manager’s own password: sessions, email and nickname go; channels, figures and the fees of past days stay.',
  listFeeRates: 'The fee rates of a member, the newest first; before the first of them it was 0.',
  readDashboard: 'Totals and daily series of a period, with the days before it to compare with.',
  listVideos:
    'The videos with figures in a period, a page at a time; ties by video id, the same way as the rest.',
  readVideo: 'A video in a period: the music it uses, totals, daily series and countries.',
  readVideoExtremes: 'The videos with the highest and the lowest price per view in a period.',
  listChannelFigures:
    'The channels with figures in a period, a page at a time; ties by channel id, the same way as the rest.',
  readChannelSeries:
    'Daily views and profit of up to 30 channels, given by commas, and of all others together.',
  exportDays: 'The days of a period as CSV: views, premium views, profit, prices.',
  exportVideos: 'All videos of a list as CSV.',
  exportChannels: 'All channels of a list as CSV.',
  exportCountries: 'The countries of a video as CSV.',
  listPopularMusics:
    'The tracks whose videos were viewed most in the last seven report days; ties in the order of ids.',
  listMusics:
    'The tracks that a search and filters leave, a page at a time; words find names, artists and ISRCs with or without hyphens.',
  listMoods: 'The moods that tracks have, named in the caller’s language, and how many tracks each.',
  listFavorites: 'The person’s favorite tracks, at most ten, in their own order.',
  setFavorite:
    'Adds a track behind the other favorites, or takes it out; what is so already stays so. The eleventh is refused.',
  reorderFavorites:
    'Puts the favorites in an order; refused when these are no longer the ones that there are.',
  listMusicUses:
    'Of some tracks those that the person’s videos use: how many videos, and what they earned, over the longest period of the reports.',
  listNotices: 'The notices of the site, pinned ones first, then the newest.',
  readNotice: 'A notice of the site with its text.',
  markNoticesRead: 'Marks one notice, or all, as read by the person; tells how many are left.',
}

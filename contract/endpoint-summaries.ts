/** For the API documentation; separate from the endpoints to keep them out of the site's bundle. */
export const endpointSummaries: Readonly<Record<string, string>> = {
  addChannel:
    'Registers a channel. If YouTube does not answer within five seconds, the registration completes by itself later.',
  assignChannel: 'Assigns a channel to members of the network, in addition to those who have it.',
  deleteChannel:
    'Ends a registration, with the password of the manager or the independent account; facts and history stay.',
  cancelChannelRequest: 'Cancels a registration that is waiting for YouTube, or removes one that failed.',
  dismissClosedChannel: 'Hides a registration that was closed from the caller’s list.',
  findChannel: 'The channel that a link names; null if YouTube does not answer within five seconds.',
  streamChannelChanges:
    'Sends the event `changed` whenever a channel of the network has changed; clients then reload it. Ends after minutes.',
  listChannels:
    'The channels of a manager’s network, or those assigned to the person, with their profit of the last 30 days, how many there are of each state, and registrations that are waiting for YouTube or were closed lately.',
  readFirstSteps:
    'What a person or network has yet to do before there are figures, with the channel that is closest to them.',
  readChannel: 'One registered channel.',
  readChannelHistory:
    'When a channel was verified, how it was reviewed, the day from which it earns, and the first day on which it did.',
  readRegistration: 'The registration of a YouTube channel in the network, with its history.',
  exportRegistrations: 'The channels of the list, or up to 100 selected ones, as CSV.',
  assignChannels:
    'Assigns up to 100 channels to members, all or none; a refusal names the channels and members it did not find.',
  unassignChannels:
    'Takes up to 100 channels from members, all or none; the channels and their revenue stay.',
  requestReReview:
    'Asks for another review of a channel on hold: 72 hours after it was put there, at most once a day.',
  unassignChannel: 'Takes a channel from a member; the channel and its revenue stay.',
  verifyChannel:
    'Starts looking for the code in the channel’s description; the channel’s state tells the result.',
  readMeta: 'What a site looks like and which language and currency it uses, by its domain.',
  readHome:
    'What a site shows on its home page instead of what its design has: texts, facts, pictures, by its domain.',
  join: 'Creates an account, a member of the site’s default network or independent, signs it in, and mails a link that confirms the address.',
  checkPassword: 'Whether a password is easily guessed, as a warning while the form is filled in.',
  readEmailLink: 'What a link from an email is for.',
  followEmailLink: 'Confirms an address or sets a password with a link from an email, and signs in.',
  requestPasswordReset:
    'Mails a link to set a new password; the answer does not tell whether the address has an account.',
  requestConfirmation: 'Mails the link that confirms the account’s address again.',
  changeEmail: 'Mails a link to a new address, which replaces the old one once it is followed.',
  listSecurityEvents: 'Sign-ins, failed attempts and changes of credentials of the account, newest first.',
  approveMember: 'Approves a person who has joined the network.',
  inviteMember: 'Mails the link of an invitation again.',
  login:
    'Exchanges an email and a password for a token of this site, or for a challenge if the account has a second factor.',
  completeSignIn:
    'Answers a challenge with a code of an authenticator app, a recovery code or a passkey, and returns a token. Five attempts within five minutes.',
  startPasskeySignIn: 'A challenge for signing in by passkey alone; answered with completeSignIn.',
  logout: 'Ends the caller’s session.',
  readMe: 'The person who is signed in.',
  createSignInCode:
    'For a partner’s own server: a one-time code with which one of the site’s accounts is signed in at /external/auth?code=….',
  exchangeSignInCode:
    'Exchanges a partner’s one-time code for a token of this site, or for a challenge if there is a second factor.',
  updateAccount: 'Changes the nickname or the password; a new password ends all other sessions.',
  readPayee: 'The account’s own payment details, with the account number masked.',
  updatePayee:
    'Replaces the account’s payment details with the current password; they wait for confirmation, and a mail reports the change.',
  readMemberPayee:
    'A member’s payment details with the whole account number; each call leaves an entry in the audit log.',
  confirmMemberPayee: 'Confirms the version of a member’s payment details that the caller has read.',
  rejectMemberPayee:
    'Rejects the version of a member’s payment details that the caller has read, and mails the reason.',
  withdrawAccount:
    'Ends the membership with the current password: sessions, email and nickname go, figures stay. Not for a manager whose network has members or channels.',
  listSessions: 'The person’s sessions: this one first, then the newest.',
  endSessions:
    'Ends one of the person’s other sessions, or all except the caller’s, after the password or a passkey.',
  readSecondFactors: 'The person’s authenticator app and passkeys, and how many recovery codes are left.',
  startStepUp:
    'A challenge with which the current session proves a second factor; completeSignIn replaces the session.',
  startConfirmation: 'A challenge with which a passkey confirms a change of factors instead of the password.',
  startTotp: 'A secret for an authenticator app, which counts once addTotp has confirmed it with a code.',
  addTotp:
    'Adds the authenticator app, or replaces the one there is; returns recovery codes if there are none.',
  removeTotp: 'Removes the authenticator app.',
  startPasskey: 'The options with which a browser creates a passkey.',
  addPasskey: 'Adds the passkey that the browser has created; returns recovery codes if there are none.',
  renamePasskey: 'Renames a passkey.',
  removePasskey: 'Removes a passkey.',
  renewRecoveryCodes: 'Replaces the recovery codes by ten new ones, which are shown only once.',
  readOperatorAlerts:
    'What only the operator can mend, such as an ended consent to fetch reports, oldest first.',
  readPaymentInfo: 'The payment information of the site; null if the operator has set none.',
  listMembers:
    'The network’s members, or those that match a search. With `figures`, also what each has earned in a month before and after the fee.',
  exportMembers: 'The members of the network with what they have earned in a month as CSV, for settlements.',
  addMember:
    'Creates a member, with a channel if one is given: both or neither. If YouTube does not answer within five seconds, the channel’s registration completes by itself later.',
  updateMember:
    'Gives a member another password, which ends the member’s sessions, or another fee rate, effective today.',
  deleteMember:
    'Removes a member with the manager’s own password: sessions, email and nickname go; channels, figures and the fees of past days stay.',
  listFeeRates: 'The fee rates of a member, newest first; before the first the rate is 0.',
  readPayoutShares:
    'What the members of a channel get of its final money, by day, and from when on it is undecided.',
  setPayoutShares:
    'Sets what members get of the final money of up to 100 channels, from a day of an open month on; the rest is the network’s.',
  readBalance: 'What a person or network has on its ledger, and the site’s minimum payment.',
  readStatements:
    'The balance and all statements of a person, or of the network itself, newest first. Managers may ask for a member’s.',
  readStatement:
    'A statement: income by channel and source, adjustments, tax, fees, corrections, withholding, and the months before.',
  readMovements: 'All movements on a ledger by month and kind, with the balance after each, newest first.',
  exportStatement: 'Every entry of a statement as CSV.',
  exportStatementPdf: 'A statement as a PDF document.',
  exportMovements: 'All movements on a ledger as CSV, oldest first.',
  readMonths: 'The months with statements of the network or with final files, newest first.',
  readMonth:
    'A month of the network: final figures against estimates, and the members’ statements, or drafts while it is open.',
  exportMonth: 'The members’ and the network’s statements of a month, or their drafts, as CSV.',
  payStatements: 'Records that up to 1,000 of the members’ statements were paid, all or none; idempotent.',
  exportPayments: 'The members’ statements of a month that await payment as CSV, to be filled in.',
  importPayments: 'Records the payments of a filled-in file of exportPayments, all or none; idempotent.',
  readMonthClosing:
    'Final files of the whole installation against payment summaries and estimates, and what is in the way of closing a month.',
  closeMonth:
    'Books a month and freezes its statements. Differences and missing files need an explanation; it cannot be undone.',
  readDashboard:
    'Totals and daily series of a period, compared with another, with a forecast of the current month.',
  readReportEvents:
    'Videos published, channels approved and fees changed on the days of a period, which may explain its figures.',
  readMovers: 'The channels, videos or tracks whose profit rose and fell most against the compared period.',
  readVideoTotals: 'How many videos a list has for the same filters, and the sums of their figures.',
  listVideos: 'The videos with figures in a period, by page; ties by video id in the same order.',
  readVideo: 'A video in a period: the music it uses, totals, daily series and countries.',
  readVideoCurve:
    'Cumulative profit of a video by days since upload, and the quartiles of its channel’s other videos at each age.',
  readVideoContext:
    'Daily watch rates of a video and of its channel’s other videos, and what its tracks earn in the network.',
  readVideoTrends:
    'Daily views of up to 100 videos of a list, `<channel id>:<video id>` separated by commas, with the compared profit.',
  readVideoExtremes: 'The videos with the highest and the lowest price per view in a period.',
  readPriceSpread:
    'How the prices per view of a list of videos are distributed: quartiles, and how many videos are in each step.',
  readCountries: 'Views and profit by country, of all channels or of one; they add up to the totals.',
  listChannelFigures: 'The channels with figures in a period, by page; ties by channel id in the same order.',
  readChannelSeries:
    'Daily views and profit of up to 30 channels, separated by commas, and of all others combined.',
  exportDays: 'The days of a period as CSV: views, premium views, profit, prices.',
  exportVideos: 'All videos of a list as CSV.',
  exportChannels: 'All channels of a list as CSV.',
  exportCountries: 'The countries of a video as CSV.',
  exportScopeCountries: 'The countries of all channels or of one as CSV.',
  listPopularMusics: 'The tracks whose videos were viewed most in the last seven report days; ties by id.',
  listMusicRanks: 'The ranks of a track among the most viewed tracks, week by week.',
  listMusics:
    'The tracks that match a search and filters, by page. Words match names, artists and ISRCs, with or without hyphens.',
  listMoods: 'The moods of the catalog in the caller’s language, with the number of tracks.',
  listFavorites: 'The person’s favorite tracks, at most ten, in their own order.',
  setFavorite: 'Appends a track to the favorites, or removes it; idempotent. The eleventh is refused.',
  reorderFavorites: 'Reorders the favorites; refused if the list has changed meanwhile.',
  listMusicUses:
    'Of the given tracks, those used by the person’s videos: how many videos, and what they earned in the longest report period.',
  listNotices: 'The notices of the site: pinned ones first, then the newest.',
  readNotice: 'A notice of the site with its text.',
  markNoticesRead: 'Marks one notice, or all, as read; returns how many are unread.',
  markStatementsSeen: 'Marks the person’s statements up to one as seen; returns how many are newer.',
}

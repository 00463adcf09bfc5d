/**
 * The sentences of the product's specification, in its order: section and what it asks, in our words. Each has one test
 * where it is cheapest: `text` (contract, texts, built files), `api` (the demonstration's server), `visitor` and `manager`
 * (a browser). A record names why the product differs; its test then proves what the product does instead.
 */
export const sentences = {
  // 1. What the product does
  '1 people register and verify channels, and see revenue and views of channels and videos': 'api',
  '1 revenue is an estimate that may differ from the settlement': 'manager',
  '1 a manager creates members, assigns channels, sets fees and passwords': 'api',
  '1 members see the channels assigned to them': 'api',
  '1 there are music lists, notices and guides': 'api',
  '1 a site is keyed by its domain': 'api',
  '1 language and currency follow the site': 'api',
  '1 an unverified channel suspends use and payment': 'manager',

  // 2. Screens and routes
  '2 route /': 'text',
  '2 route /login': 'text',
  '2 route /join': 'text',
  '2 route /external/auth': 'text',
  '2 route /dashboard': 'text',
  '2 route /config-account': 'text',
  '2 route /language': 'text',
  '2 route /manage-channel': 'text',
  '2 route /manage-member': 'text',
  '2 route /report-channel': 'text',
  '2 route /report-video': 'text',
  '2 route /payment-info': 'text',
  '2 route /notices': 'text',
  '2 route /notices/{id}': 'text',
  '2 route /guides and its children': 'text',
  '2 route /musics and its children': 'text',
  '2 placeholders /guides/mobile-unlock and /guides/mobile-upload': 'text',
  '2 guides and musics have the layout of the dashboard': 'text',
  '2 unmatched paths show a page for 404': 'visitor',
  '2 other errors have a page': 'visitor',
  '2 nine flags leave the address of every page': 'visitor',
  '2 without a token one gets to /login with fromUrl': 'visitor',
  '2 home, login, join and external sign-in are open': 'visitor',
  '2 a loaded profile leads from join to the dashboard': 'visitor',
  '2 a failed profile clears the user and leads to /login': ['manager', '0041'],
  '2 the host is a parameter, else the hostname without www': 'visitor',
  '2 p and pd override the colors': 'visitor',
  '2 d sets the design': 'visitor',
  '2 a white spinner covers what needs the site, a dim one the rest': 'manager',
  '2 snackbars are at the top center': 'visitor',
  '2 snackbars have three types with colors and icons': 'visitor',
  '2 route rules may redirect': 'text',
  '2 dashboard: member selector with all': 'manager',
  '2 dashboard: views, premium views, price of premium views, profit': 'manager',
  '2 dashboard: chart of the revenue': 'manager',
  '2 dashboard: chart of the views': 'manager',
  '2 dashboard: table of videos with eight columns': 'manager',
  '2 video modal: period, music, video, profit, premium viewers, countries with the rest': 'manager',
  '2 countries have coordinates for maps': 'text',
  '2 channel report: table': 'manager',
  '2 channel report: charts': 'manager',
  '2 video report: chart of the average price': 'manager',
  '2 video report: filter of channels and search': 'manager',
  '2 video report: highest and lowest videos': 'manager',
  '2 video report: table': 'manager',
  '2 four periods': 'manager',
  '2 four sorts in both directions': 'api',
  '2 manage channel: add, verify, assign, unassign, delete, re-review': 'manager',
  '2 manage channel: guide to verification': 'manager',
  '2 manage member: create, delete, password, fee': 'manager',
  '2 account: email and nickname': 'manager',
  '2 account: change of the password with three fields': 'manager',
  '2 account: withdrawal': 'manager',
  '2 language picker': 'manager',
  '2 logout asks first': 'manager',
  '2 login: id and password': 'visitor',
  '2 join: email, password with confirmation, nickname': 'visitor',
  '2 join: a success page follows': 'visitor',
  '2 music: tabs home, all, moods, shopping': 'manager',
  '2 music: weekly popular and favorites': 'manager',
  '2 music: search and copy of the ISRC': 'manager',
  '2 music: BGM, song, OST': 'text',
  '2 guides: phones, time limits, PC, verification': 'text',
  '2 notices: list, and words for none': 'text',
  '2 payment info: six fields': 'manager',
  '2 questions about settlements go to the account manager': 'manager',

  // 3. Entities
  '3 a channel has its fields': 'api',
  '3 a member has its fields': 'api',
  '3 a video has its fields': 'api',
  '3 a track has its fields': 'api',
  '3 official tracks have an ISRC with KRMIM': 'api',
  '3 a track can have a time limit': 'api',
  '3 a notice has an id': 'api',
  '3 a user has permission_flag, and channel_verify_needed, false by default': 'api',
  '3 the token is in local storage': 'manager',
  '3 a site has eight fields': 'api',
  '3 the picture of a site is used': 'text',
  '3 is_playist selects English and dollars': 'api',
  '3 the response with the site has success, message, metadata': 'api',
  '3 the list of accounts has page and size': 'api',
  '3 a snackbar has type and message': 'text',
  '3 state: domain, currency, language, screen class, scrolled': 'text',
  '3 cookie `language`: a year, path /, lax': ['visitor', '0075'],
  '3 about 250 countries by lowercase code': 'text',

  // 4. States
  '4 approval is 0 to 3': 'text',
  '4 unverified channels have a label of their own': 'manager',
  '4 verification is pending, verifying or verified': 'text',
  '4 pending channels can be verified, and a tooltip says to verify first': 'text',
  '4 steps of the verification on PC and phone': 'text',
  '4 verification goes on while the modal is closed': 'text',
  '4 the modal shows wait, success, failure': 'text',
  '4 translated descriptions need the code where it is shown': 'text',
  '4 a channel on hold can be reviewed again, in 1 to 2 business days': 'text',
  '4 after the request a done state shows': 'text',
  '4 once a day, and after 72 hours': 'text',
  '4 adding: link, category, register': 'manager',
  '4 deleting: acknowledgement, password': 'manager',
  '4 a channel registered again earns from its new approval': 'text',
  '4 unassigning keeps channel and revenue': 'text',
  '4 logged in with a profile, out without': 'manager',
  '4 the spinner hides shortly after the last load': 'text',
  '4 a modal closes by Escape': 'manager',
  '4 a modal closes by a click outside': ['manager', '0075'],
  '4 a modal closes by a swipe': 'manager',
  '4 a snackbar goes by itself': 'visitor',
  '4 screen classes by width and design': 'text',
  '4 language: cookie, else English on playlist sites, else Korean': 'visitor',
  '4 currency: dollars on playlist sites, else won': 'api',
  '4 a new deploy reloads the page at the next navigation': 'manager',

  // 5. Validation
  '5 login requires id and password; the id is trimmed': 'visitor',
  '5 join: email': 'visitor',
  '5 join: password and confirmation': 'visitor',
  '5 join: nickname of 2 to 12 characters': 'text',
  '5 channel: link required': 'text',
  '5 channel: category required': 'text',
  '5 deletion of a channel: notes and password of 4 to 64': 'text',
  '5 creation of a member: email, password of 4 to 64, link optional': 'text',
  '5 creation of a member: nickname of at least 2': ['text', '0075'],
  '5 deletion of a member needs the manager’s password': 'api',
  '5 withdrawal needs the password': 'api',
  '5 at most 10 favorites': 'api',
  '5 guides: volume, one track, length, 0:00': 'text',

  // 6. Roles
  '6 permission_flag 1 is a manager': 'api',
  '6 only managers have members, fees and assignments': 'api',
  '6 a manager’s list of accounts loads after login and with a new token': 'manager',
  '6 deletion of channel and member requires the manager’s password': 'api',
  '6 members see their channels only': 'api',
  '6 everybody adds, verifies, asks for a review, withdraws': 'text',

  // 7. Calls
  '7 a base URL can be configured': 'text',
  '7 five headers on all calls except that for the site': 'manager',
  '7 three headers against tampering': 'api',
  '7 twelve calls': 'text',
  '7 payloads of the calls': 'text',
  '7 the call for the site has domain and Accept-Language only': 'manager',
  '7 the domain of the response is stored': 'manager',
  '7 build manifest': ['text', '0075'],
  '7 file of the latest build with a timestamp': 'manager',
  '7 a payload file for each prerendered route': ['text', '0075'],
  '7 eight statuses are tried again': 'text',

  // 8. Errors
  '8 Page Not Found with the path, for unknown routes': 'visitor',
  '8 Page Not Found with the path, for ids that cannot be one': 'visitor',
  '8 default messages of statuses': 'text',
  '8 a missing chunk reloads once per 10 seconds and path': 'text',
  '8 a refused site is an error snackbar': 'visitor',
  '8 a refused list of accounts is an error snackbar': 'manager',
  '8 a missing file of the build is only logged': 'manager',
  '8 failure of the verification': 'text',
  '8 the generic error': 'text',
  '8 eleven success messages': 'text',

  // 9. Constants
  '9 four languages': 'text',
  '9 language cookie of a year': 'visitor',
  '9 won by default, or dollars': 'text',
  '9 dates follow the language': 'text',
  '9 K, M, B and 천, 만, 억': 'text',
  '9 breakpoints 640 and 1100, 1280, 1400': 'text',
  '9 a resize counts after 50 ms': 'text',
  '9 passwords, nicknames, favorites': 'text',
  '9 50 accounts on a page': 'text',
  '9 re-review and review times': 'text',
  '9 revenue after 2 days, recognition in 1 to 3': 'text',
  '9 what vanishes with a channel': ['text', '0075'],
  '9 z-index from 1000 in steps of 2': 'manager',
  '9 a swipe of 10 percent or 300 ms': 'text',
  '9 scrolling: offset 120, 400 ms': 'text',
  '9 30 colors': 'text',
} as const

export type Level = 'text' | 'api' | 'visitor' | 'manager'
type Entry = Level | readonly [level: Level, record: string]
export type Sentence = keyof typeof sentences

type LevelOf<Value> = Value extends readonly [infer First, string] ? First : Value
/** The sentences of a level, so that the compiler asks for a test of each. */
export type SentencesOf<L extends Level> = {
  [Key in Sentence]: LevelOf<(typeof sentences)[Key]> extends L ? Key : never
}[Sentence]

export const entries: readonly { sentence: string; level: Level; record: string | undefined }[] =
  Object.entries<Entry>(sentences).map(([sentence, entry]) => ({
    sentence,
    level: typeof entry === 'string' ? entry : entry[0],
    record: typeof entry === 'string' ? undefined : entry[1],
  }))

/** The name of its test, with the record if the product differs. */
export function getTitle(sentence: string): string {
  const entry = entries.find((one) => one.sentence === sentence)
  return `§${sentence}${entry?.record ? ` (differs: decision ${entry.record})` : ''}`
}

/**
 * Throws if a sentence of the level has no test, or a test no sentence. Browser tests with the tag run in `npm test`.
 */
export function listTests<Body>(
  level: Level,
  tests: Readonly<Record<string, Body>>,
  expensive: readonly string[] = [],
): { title: string; body: Body; tag: string[] }[] {
  const expected = entries.filter((entry) => entry.level === level).map(({ sentence }) => sentence)
  const missing = expected.filter((sentence) => !Object.hasOwn(tests, sentence))
  const unknown = Object.keys(tests).filter((sentence) => !expected.includes(sentence))
  if (missing.length + unknown.length > 0)
    throw new Error(
      `No test of: ${missing.join('; ') || '–'}. Not in the list: ${unknown.join('; ') || '–'}.`,
    )
  return Object.entries(tests).map(([sentence, body]) => ({
    title: getTitle(sentence),
    body,
    tag: expensive.includes(sentence) ? [] : ['@main'],
  }))
}

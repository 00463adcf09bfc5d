/**
 * Korean banks by their codes in the shared network (금융기관 공동코드), which bulk transfer files use. Names in the reader's
 * language are texts, `payee.json`.
 */

export interface Bank {
  readonly code: string
  readonly name: string
  /** Other names without “은행”, spaces and signs, in lower case. */
  readonly aliases?: readonly string[]
  /** Shortest and longest account number in digits; others have `accountDigits`. */
  readonly digits?: readonly [number, number]
}

/** Of banks whose lengths are not public. */
const accountDigits: readonly [number, number] = [10, 16]

/** In the order of lists: the ones with most customers first. */
export const banks = [
  { code: '004', name: 'KB국민은행', aliases: ['국민', 'kb', 'kookmin', 'kbkookminbank'], digits: [10, 14] },
  { code: '088', name: '신한은행', aliases: ['신한', 'shinhan', 'shinhanbank'], digits: [10, 14] },
  { code: '020', name: '우리은행', aliases: ['우리', 'woori', 'wooribank'], digits: [10, 14] },
  {
    code: '081',
    name: '하나은행',
    aliases: ['하나', 'keb하나', 'hana', 'hanabank', 'kebhana'],
    digits: [10, 14],
  },
  { code: '090', name: '카카오뱅크', aliases: ['카카오', '카뱅', 'kakao', 'kakaobank'], digits: [13, 13] },
  { code: '092', name: '토스뱅크', aliases: ['토스', 'toss', 'tossbank'], digits: [12, 14] },
  { code: '089', name: '케이뱅크', aliases: ['케이', 'k뱅크', 'kbank'], digits: [10, 14] },
  {
    code: '011',
    name: 'NH농협은행',
    aliases: ['nh농협', '농협은행', 'nonghyupbank', 'nhbank'],
    digits: [11, 14],
  },
  {
    code: '012',
    name: '지역농·축협',
    aliases: ['지역농축협', '지역농협', '단위농협', '축협'],
    digits: [13, 14],
  },
  { code: '003', name: 'IBK기업은행', aliases: ['기업', 'ibk', '중소기업', 'ibkbank'], digits: [10, 14] },
  {
    code: '023',
    name: 'SC제일은행',
    aliases: ['제일', 'sc', 'sc제일', 'scbank', '스탠다드차타드'],
    digits: [10, 14],
  },
  {
    code: '027',
    name: '한국씨티은행',
    aliases: ['씨티', '시티', '한국시티', 'citi', 'citibank', 'citibankkorea'],
    digits: [10, 13],
  },
  { code: '002', name: 'KDB산업은행', aliases: ['산업', 'kdb', 'kdb산업', '한국산업'], digits: [11, 14] },
  { code: '007', name: '수협은행', aliases: ['sh수협', 'sh수협은행', '수협은행'], digits: [11, 14] },
  {
    code: '031',
    name: 'iM뱅크(대구은행)',
    aliases: ['대구', 'im뱅크', '아이엠뱅크', 'imbank', 'dgb', 'dgb대구'],
    digits: [11, 14],
  },
  { code: '032', name: 'BNK부산은행', aliases: ['부산', 'bnk부산'], digits: [12, 13] },
  { code: '039', name: 'BNK경남은행', aliases: ['경남', 'bnk경남'], digits: [12, 13] },
  { code: '034', name: '광주은행', aliases: ['광주'], digits: [12, 13] },
  { code: '037', name: '전북은행', aliases: ['전북'], digits: [12, 13] },
  { code: '035', name: '제주은행', aliases: ['제주'], digits: [10, 12] },
  { code: '045', name: '새마을금고', aliases: ['mg', 'mg새마을금고', '새마을'], digits: [13, 14] },
  { code: '048', name: '신협', aliases: ['신용협동조합', '신협중앙회'], digits: [10, 14] },
  { code: '071', name: '우체국', aliases: ['우체국예금', '우정사업본부'], digits: [12, 14] },
  { code: '050', name: '저축은행', aliases: ['상호저축은행', '저축은행중앙회'], digits: [11, 14] },
  { code: '064', name: '산림조합', aliases: ['산림조합중앙회'] },
  { code: '054', name: 'HSBC' },
  { code: '055', name: '도이치은행', aliases: ['도이치', 'deutschebank'] },
  { code: '057', name: 'JP모간체이스은행', aliases: ['jp모간', 'jpmorgan', 'jpmorganchase'] },
  { code: '060', name: 'BOA', aliases: ['뱅크오브아메리카', 'bankofamerica'] },
  { code: '061', name: 'BNP파리바은행', aliases: ['bnp파리바', 'bnpparibas'] },
  { code: '062', name: '중국공상은행', aliases: ['공상', 'icbc'] },
  { code: '063', name: '중국은행', aliases: ['bankofchina'] },
  { code: '067', name: '중국건설은행', aliases: ['중국건설', 'ccb'] },
] as const satisfies readonly Bank[]

export type BankCode = (typeof banks)[number]['code']

export const bankCodes = banks.map(({ code }) => code)

const byCode: ReadonlyMap<string, Bank> = new Map(banks.map((bank) => [bank.code, bank]))

export const isBankCode = (code: unknown): code is BankCode => typeof code === 'string' && byCode.has(code)

/** Returns the Korean name. */
export const getBankName = (code: BankCode): string => byCode.get(code)?.name ?? code

/** Returns whether the bank has account numbers of that length. */
export function hasAccountLength(code: BankCode, account: string): boolean {
  const [min, max] = byCode.get(code)?.digits ?? accountDigits
  return account.length >= min && account.length <= max
}

const normalizeName = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s().·,_-]+/g, '')

const dropBank = (name: string) => name.replace(/은행$/, '')

const codesByName: ReadonlyMap<string, BankCode> = new Map(
  banks.flatMap((bank) => {
    const names = [bank.name, ...('aliases' in bank ? bank.aliases : [])].map(normalizeName)
    return [...names, ...names.map(dropBank)].map((name) => [name, bank.code] as const)
  }),
)

/** Each of them is two banks: the central one, and the local cooperatives. */
const ambiguousNames = ['농협', 'nh', '수협']

/**
 * Finds the bank that a person once typed.
 * @returns null when the name is unknown or could be another bank's
 */
export function findBankCode(typed: string): BankCode | null {
  const name = normalizeName(typed)
  if (ambiguousNames.includes(name)) return null
  const found = codesByName.get(name) ?? codesByName.get(dropBank(name))
  if (found) return found
  return /.저축은행$/.test(name) ? '050' : null
}

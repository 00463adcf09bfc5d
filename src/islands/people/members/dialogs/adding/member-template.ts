import { saveFile } from '#lib/api/download.ts'

/** The first lines of such a file. */
export const template = `email,nickname,role,fee,from,channels
kim@studio.example,Kim,member,20,2026-03-01,@kim @kimgames
lee@studio.example,Lee,,,,`

/** With a byte order mark: spreadsheets read names in other scripts only with it. */
export const saveTemplate = () =>
  saveFile(new Blob([`\ufeff${template.replaceAll('\n', '\r\n')}\r\n`], { type: 'text/csv' }), 'members.csv')

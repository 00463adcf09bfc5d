import { monthsPath } from './store.ts'

export const getMonthPath = (month: string) => `${monthsPath}/${month}`

/** Formats as KR-A40-20-00111. */
export const formatIsrc = (isrc: string) => isrc.replace(/^(\w{2})(\w{3})(\d{2})(\d{5})$/, '$1-$2-$3-$4')

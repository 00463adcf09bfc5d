import type { PaymentInfo } from '#contract/settlement/payment-info.ts'

export const demoContacts: Readonly<Record<string, PaymentInfo>> = {
  localhost: {
    company_name: '주식회사 훅라인',
    company_address: '서울특별시 마포구 소리로 35, 4층',
    business_number: '000-00-00000',
    company_mail: 'tax@hookline.example',
    manager_name: '김정산',
    manager_contact: '02-0000-0000, settle@hookline.example',
  },
  'playlist.localhost': {
    company_name: 'Playlane Ltd.',
    company_address: '4F, 35 Sound Street, Mapo-gu, Seoul, Republic of Korea',
    business_number: '000-00-00001',
    company_mail: 'tax@playlane.example',
    manager_name: 'Jamie Park',
    manager_contact: '+82 2 0000 0001, settle@playlane.example',
  },
}

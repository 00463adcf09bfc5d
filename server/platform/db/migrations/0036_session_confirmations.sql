-- Sessions know when they last confirmed who the person is. Those that are open have to do so before they act on money.

alter table sessions add column confirmed_at timestamptz;

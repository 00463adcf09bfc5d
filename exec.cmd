@rem The scripts of package.json start with "exec", which cmd.exe lacks.
@%*

#!/bin/sh
# Creates a role and a database of its own for each name in DATABASES, with the password in BOARD_PASSWORD. The role is no
# superuser. The image of PostgreSQL runs this script when its volume is empty.
set -eu

for name in $DATABASES; do
  psql --set ON_ERROR_STOP=1 --set name="$name" --set password="$BOARD_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
CREATE ROLE :"name" LOGIN PASSWORD :'password';
CREATE DATABASE :"name" OWNER :"name";
REVOKE CONNECT ON DATABASE :"name" FROM PUBLIC;
SQL
done
